/**
 * The import arrows: machines, config <- runtime <- persistence <- engine, outbound, auth <- edge <- app <- main.
 * A folder of `src` that the table does not name may import nothing of the house, so that a new one needs a decision.
 */

/** What each layer may import, itself aside. `protocol` is pure wire types. */
const MAY_IMPORT = {
  machines: [],
  config: [],
  'src/protocol': ['machines'],
  'src/setup': [],
  'src/client': ['src/protocol'],
  'src/runtime': ['machines', 'config'],
  'src/persistence': ['machines', 'config', 'src/protocol', 'src/runtime'],
  'src/engine': ['machines', 'config', 'src/protocol', 'src/runtime', 'src/persistence'],
  'src/outbound': ['machines', 'config', 'src/protocol', 'src/runtime', 'src/persistence'],
  'src/auth': ['machines', 'config', 'src/protocol', 'src/runtime', 'src/persistence'],
  'src/cluster': ['machines', 'config', 'src/protocol', 'src/runtime', 'src/persistence', 'src/engine'],
}
const BELOW_EDGE = [
  'machines',
  'config',
  'src/protocol',
  'src/runtime',
  'src/persistence',
  'src/engine',
].concat(['src/outbound', 'src/auth', 'src/cluster'])
MAY_IMPORT['src/edge'] = BELOW_EDGE
// Built on the public interfaces alone, and on the pure rules for the preview of a comment.
MAY_IMPORT['src/dashboard'] = ['machines', 'src/client', 'src/protocol']
// Its page shares the dashboard's look and account.
MAY_IMPORT['src/inspector'] = BELOW_EDGE.concat('src/edge', 'src/dashboard', 'src/client')
// A program of its own: reads a log and decides it again, as the inspector does.
MAY_IMPORT['src/replay'] = MAY_IMPORT['src/inspector'].concat('src/inspector')
// Speaks only the public protocols: of the house it may know how to log, to read settings and what travels the wire.
MAY_IMPORT['src/simulator'] = ['config', 'src/client', 'src/protocol', 'src/runtime']

const HOUSE = '^(machines|config|src|test)/'
const anyOf = (folders) => `^(${folders.join('|')})/`

const arrows = Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
  name: `arrow-${layer.replace('src/', '')}`,
  comment: `${layer} may import ${[layer, ...allowed].join(', ')} and nothing else of the house`,
  severity: 'error',
  from: { path: anyOf([layer]) },
  to: { path: HOUSE, pathNot: anyOf([layer, ...allowed]) },
}))

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'machines-are-pure',
      comment: 'machines import xstate and themselves: no platform, no other library',
      severity: 'error',
      from: { path: '^machines/' },
      to: { pathNot: '^(machines/|node_modules/xstate/)' },
    },
    {
      name: 'unknown-layer',
      comment: 'a new folder under src belongs into the table of this file',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: anyOf(Object.keys(MAY_IMPORT)) },
      to: { path: HOUSE },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'only the start-up of the embedded stand-in platform may reach the simulator',
      severity: 'error',
      from: { path: '^(machines|config|src)/', pathNot: '^src/(simulator/|app)' },
      to: { path: '^src/simulator/' },
    },
    {
      name: 'no-cycles',
      comment: 'a cycle of values starts in an order that nobody chose',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-development-packages-in-service',
      comment:
        'the container holds no development packages; what only development needs is loaded when it is needed',
      severity: 'error',
      from: { path: '^(machines|config|src)/', pathNot: '/page/|vite\\.config' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/page/dist/|^(data|coverage)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    detectProcessBuiltinModuleCalls: true,
  },
}
