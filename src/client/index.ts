export { ApiError } from './ApiError.ts'
export { allOf, createClient, type Activation, type Client, type Registration } from './createClient.ts'
export { openEvents } from './openEvents.ts'
