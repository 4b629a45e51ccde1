const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/**
 * A figure whose digits roll to their new value and whose width moves no neighbour. Keyed from the right, so that the
 * units stay the units when a digit is added. For the eye alone: the figure is said elsewhere.
 */
export function Rolling({ text }: { text: string }) {
  const signs = Array.from(text)
  return (
    <span class="rolling" aria-hidden="true" style={{ '--signs': signs.length }}>
      {signs.map((sign, index) => {
        const key = signs.length - index
        const digit = DIGITS.indexOf(sign)
        if (digit === -1) return <span key={`${String(key)}${sign}`}>{sign}</span>
        return (
          <span key={key} class="rolling-digit">
            <span class="rolling-strip" style={{ transform: `translateY(-${String(digit * 10)}%)` }}>
              {DIGITS.map((one) => (
                <span key={one}>{one}</span>
              ))}
            </span>
          </span>
        )
      })}
    </span>
  )
}
