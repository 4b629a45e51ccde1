export type ChartTheme = 'auto' | 'light' | 'dark'

const LIGHT = {
  paper: '#ffffff',
  frame: '#f6f8fb',
  inner: '#eef2f8',
  box: '#ffffff',
  border: '#c3ccd9',
  ink: '#172033',
  note: '#5b6679',
  line: '#8693a8',
  event: '#1d4ed8',
  guard: '#9a3412',
  label: '#ffffff',
  lit: '#15803d',
  glow: '#dcfce7',
}

const DARK: typeof LIGHT = {
  paper: '#0e131c',
  frame: '#141b27',
  inner: '#1a2332',
  box: '#212c3e',
  border: '#3c4a61',
  ink: '#eef2f9',
  note: '#a3b0c4',
  line: '#71809a',
  event: '#8ab4ff',
  guard: '#fdba74',
  label: '#161e2b',
  lit: '#4ade80',
  glow: '#14352a',
}

const variables = (colours: typeof LIGHT): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--chart-${name}:${colour}`)
    .join(';')

const THEMES: Record<ChartTheme, string> = {
  light: `.chart{${variables(LIGHT)}}`,
  dark: `.chart{${variables(DARK)}}`,
  auto: `.chart{${variables(LIGHT)}}@media (prefers-color-scheme:dark){.chart{${variables(DARK)}}}`,
}

/** The look of every chart. `.lit` lights a state or a transition; `--chart-*` can be set anew by a page. */
const RULES = [
  '.chart{background:var(--chart-paper);font-family:"Inter Variable",Inter,ui-sans-serif,system-ui,"Helvetica Neue",Arial,sans-serif}',
  '.chart text{fill:var(--chart-ink);font-size:11.5px}',
  '.chart .mono{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:11px}',
  '.chart .name{font-size:15px;font-weight:650;letter-spacing:-.01em}',
  '.chart .note,.chart .action{fill:var(--chart-note)}',
  '.chart .event{fill:var(--chart-event);font-size:12.5px;font-weight:700}',
  '.chart .guard{fill:var(--chart-guard)}',
  '.chart .words{pointer-events:none}',
  '.chart .over text{paint-order:stroke;stroke:var(--chart-inner);stroke-width:5px;stroke-linejoin:round}',
  '.chart .over.root text{stroke:var(--chart-frame)}',
  '.chart .box{fill:var(--chart-box);stroke:var(--chart-border);stroke-width:1.25}',
  '.chart .compound>.box{fill:var(--chart-inner)}',
  '.chart .root>.box{fill:var(--chart-frame)}',
  '.chart .end{fill:none;stroke:var(--chart-border);stroke-width:1.25}',
  '.chart .rule{stroke:var(--chart-border);stroke-width:1}',
  '.chart .edge{fill:none;stroke:var(--chart-line);stroke-width:1.5}',
  '.chart .head,.chart .dot{fill:var(--chart-line)}',
  '.chart .label{fill:var(--chart-label);stroke:var(--chart-border);stroke-width:.75}',
  '.chart .listed .label{fill:none;stroke:none}',
  '.chart .state.lit>.box{stroke:var(--chart-lit);stroke-width:2.5;fill:var(--chart-glow)}',
  '.chart .line.lit .edge{stroke:var(--chart-lit);stroke-width:2.5}',
  '.chart .line.lit .head{fill:var(--chart-lit)}',
  '.chart .lit .label{fill:var(--chart-glow);stroke:var(--chart-lit)}',
]

/** The style sheet of a chart, for inside its picture or, where a policy forbids that, for a page around it. */
export const chartStyle = (theme: ChartTheme): string => [THEMES[theme], ...RULES].join('\n')
