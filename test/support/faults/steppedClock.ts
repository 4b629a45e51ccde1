/**
 * Loaded before the service (`node --import`): moves the wall clock as an operator or a time server does. The first
 * SIGUSR2 steps it forwards by the milliseconds of its own query, the next back behind the true time by as much, and so
 * on. Monotonic time goes on as before.
 */
const wall = Date.now.bind(Date)
const aheadMs = Number(new URL(import.meta.url).searchParams.get('ms'))
let stepMs = 0

Date.now = () => wall() + stepMs

process.on('SIGUSR2', () => {
  stepMs = stepMs > 0 ? -aheadMs : aheadMs
})
