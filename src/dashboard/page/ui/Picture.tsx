import { useState } from 'preact/hooks'

/** A product's picture; its first letter stands in while there is none or it does not load. */
export function Picture({ src, name, class: className = '' }: { src: string; name: string; class?: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = src !== '' && broken !== src
  return (
    <span class={`picture ${className}`} aria-hidden="true">
      {isShown ? (
        <img src={src} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setBroken(src)} />
      ) : (
        Array.from(name.trim())[0]?.toLocaleUpperCase()
      )}
    </span>
  )
}
