import type { Sql } from '../../persistence/sql.ts'

/** Who sees every tenant: the accounts whose email the settings list. */
export interface Operators {
  includes(tenantId: string): Promise<boolean>
}

export function createOperators(sql: Pick<Sql, 'query'>, emails: readonly string[]): Operators {
  return {
    async includes(tenantId) {
      if (emails.length === 0) return false
      const [row] = await sql.query<{ email: string }>(
        'select email from tenant where id = $1 and is_active',
        [tenantId],
      )
      return row !== undefined && emails.includes(row.email.toLowerCase())
    },
  }
}
