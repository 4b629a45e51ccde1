import { p, Type } from '@mikro-orm/core'
import { fromDecimalText, toDecimalText, type Minor } from '../../../machines/money.ts'

/** `numeric(14,2)` in the database, integer minor units in memory; never a floating price in between. */
export class MinorType extends Type<Minor | null | undefined, string | null | undefined> {
  override convertToDatabaseValue(value: Minor | null | undefined): string | null {
    return value == null ? null : toDecimalText(value)
  }
  override convertToJSValue(value: string | null | undefined): Minor | null {
    return value == null ? null : fromDecimalText(value)
  }
  override compareAsType(): string {
    return 'number'
  }
  override getColumnType(): string {
    return 'numeric(14,2)'
  }
}

/** Columns that recur, each spelled in one way. */
export const id = () => p.uuid().primary()
export const ref = () => p.uuid()
export const time = () => p.datetime(3)
export const amount = () => p.type(MinorType).$type<Minor>()
export const position = () => p.bigint('number')
