/**
 * What the names in a chart mean, in words for people who do not read its code: what a guard tests, what an action
 * does. Each begins in lower case and fits into a line of a picture.
 */
export interface ChartWords {
  readonly guards: Readonly<Record<string, string>>
  readonly actions: Readonly<Record<string, string>>
}
