export { supervisorMachine } from './supervisorMachine.ts'
export type { SupervisorEvent } from './supervisorMachine.ts'
export { supervisorWords } from './supervisorWords.ts'
