/** A setting that cannot be used. Its message is one line that names it, says what it takes and what was given. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
