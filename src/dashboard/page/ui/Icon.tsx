const PATHS = {
  home: 'M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4z',
  sessions: 'M5 6h14v12H5zM10 9.5v5l4.5-2.5z',
  products: 'M12 3.5 20 8v8l-8 4.5L4 16V8zM4 8l8 4.5L20 8M12 12.5v8',
  results: 'M5 19V11M12 19V5M19 19v-6',
  viewers:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.100 1.900 6.500 5.500M16 5a3.200 3.200 0 0 1 0 6.200M18 14.900c2 .8 3.200 2.500 3.500 5.100',
  deliveries: 'M3.500 11.500 20.500 4l-5 16.500-4-7.500zM11.500 13l9-9',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  out: 'M14 5H5v14h9M10 12h10M17 8.500l3.500 3.500-3.500 3.500',
  x: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  back: 'M15 5l-7 7 7 7',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  down: 'M12 5v14M6 13l6 6 6-6',
  sound:
    'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.700 7.700 0 0 1 0 11',
  mute: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  block: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM6 6l12 12',
} as const

export type IconName = keyof typeof PATHS

/** A line drawing in the colour of the text; never the only carrier of a meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
