/**
 * Root hook of every test run: a suite that leaves a server, socket, timer or child process behind fails,
 * with the names of what it left, instead of hanging or being cut off silently.
 */
const GRACE_MS = 20_000

export const mochaHooks = {
  afterAll(): void {
    const timer = setTimeout(() => {
      console.error(`Left running after the tests: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }, GRACE_MS)
    timer.unref()
  },
}
