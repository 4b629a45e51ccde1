import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openDatabase, type Database } from '../../../src/persistence/database.ts'
import { ON_POSTGRES, openTestDatabase } from '../../support/database.ts'
import { sharedPostgres } from '../../support/postgres.ts'

interface Column {
  name: string
  type: string
  required: boolean
}

/** Tables without a tenant: the fences of the partitions, and the migrations' own list. */
const SHARED_TABLES = ['mikro_orm_migrations', 'partition']

/** A database user of its own that owns its database and may do nothing else, as hosting companies give out. */
async function openAsOrdinaryOwner(): Promise<Database> {
  const server = await sharedPostgres()
  const name = `owner_${randomUUID().slice(0, 8)}`
  await server.sql(`create role ${name} login nosuperuser nocreaterole nobypassrls`)
  await server.sql(`create database ${name} owner ${name}`)
  return openDatabase({ url: server.url(name).replace('postgres@', `${name}@`) })
}

const USERS: [who: string, open: () => Promise<Database>][] = [
  ['a superuser, who takes a role', openTestDatabase],
  ...(ON_POSTGRES
    ? [['the tables’ owner', openAsOrdinaryOwner] satisfies [string, () => Promise<Database>]]
    : []),
]

for (const [who, open] of USERS) {
  describe(`Rows of a tenant, as ${who}`, () => {
    let database: Database
    let tables: Map<string, Column[]>
    const [a, b] = [randomUUID(), randomUUID()]

    /** Ids by name, so that rows of different tables fit together where a foreign key asks for it. */
    const made = new Map<string, string>()
    const idOf = (tenant: string, key: string): string => {
      const known = made.get(`${tenant} ${key}`) ?? randomUUID()
      made.set(`${tenant} ${key}`, known)
      return known
    }

    const allowed = async (table: string, column: string): Promise<string | undefined> => {
      const [row] = await database.sql.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint
          where conrelid = $1::regclass and contype = 'c' and cardinality(conkey) = 1 and pg_get_constraintdef(oid) like '%' || $2 || '%ARRAY%'`,
        [table, `(${column})`],
      )
      return /'([^']+)'/.exec(row?.definition ?? '')?.[1]
    }

    /** A value that the column takes; `key` names the row that a reference is to. */
    const valueOf = async (tenant: string, table: string, { name, type }: Column): Promise<unknown> => {
      if (name === 'tenant_id' || (table === 'tenant' && name === 'id')) return tenant
      if (type === 'uuid') return idOf(tenant, name === 'id' ? `${table}_id` : name)
      const word = await allowed(table, name)
      if (word !== undefined) return word
      if (type.startsWith('timestamp')) return new Date()
      if (type === 'jsonb') return '{}'
      if (type === 'boolean') return true
      if (/^(smallint|integer|bigint|numeric)/.test(type)) return tenant === a ? 1 : 2
      return randomUUID().slice(0, 8)
    }

    /** The statement that adds a row of a tenant, with its values. */
    const insertion = async (table: string, tenant: string): Promise<[text: string, values: unknown[]]> => {
      const columns = (tables.get(table) ?? []).filter(({ required }) => required)
      const values = await Promise.all(columns.map((column) => valueOf(tenant, table, column)))
      const places = columns.map((_, index) => `$${String(index + 1)}`)
      return [
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${places.join(', ')})`,
        values,
      ]
    }

    before(async function () {
      database = await open()
      const rows = await database.sql.query<Column & { table: string }>(
        `select t.table_name as table, c.column_name as name, format_type(a.atttypid, null) as type,
                c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as required
           from information_schema.tables t
           join information_schema.columns c using (table_schema, table_name)
           join pg_attribute a on a.attrelid = t.table_name::regclass and a.attname = c.column_name
          where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
          order by t.table_name::regclass::oid, c.ordinal_position`,
      )
      tables = Map.groupBy(rows, (row) => row.table)
      for (const table of SHARED_TABLES) tables.delete(table)
      for (const tenant of [a, b])
        for (const table of tables.keys()) await database.sql.query(...(await insertion(table, tenant)))
    })
    after(() => database.close())

    const tenantOf = (table: string): string => (table === 'tenant' ? 'id' : 'tenant_id')
    const each = async (check: (table: string) => Promise<void>): Promise<void> => {
      expect(tables.size).to.be.at.least(15)
      for (const table of tables.keys()) await check(table)
    }

    it('are guarded in every table, but for those that no tenant has a part in', async () => {
      const rows = await database.sql.query<{ name: string }>(
        `select c.relname as name from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
            and not (c.relrowsecurity and c.relforcerowsecurity
                     and exists (select from pg_policy p where p.polrelid = c.oid))`,
      )
      expect(rows.map(({ name }) => name).sort()).to.deep.equal(SHARED_TABLES)
      expect(database.rowSecurityGap).to.equal(null)
    })

    it('are all that a query without a where sees', () =>
      each(async (table) => {
        const seen = await database.asTenant(a, ({ sql }) =>
          sql.query<{ tenant: string }>(`select ${tenantOf(table)}::text as tenant from ${table}`),
        )
        expect(seen, table).to.deep.equal([{ tenant: a }])
        const all = await database.sql.query(`select from ${table}`)
        expect(all.length, `${table}, past the scope`).to.equal(2)
      }))

    it('are all that the view of comment outcomes shows', async () => {
      const seen = await database.asTenant(a, ({ sql }) =>
        sql.query<{ tenant: string }>('select distinct tenant_id::text as tenant from comment_outcome'),
      )
      expect(seen).to.deep.equal([{ tenant: a }])
    })

    it('of another tenant can be neither changed nor deleted', () =>
      each(async (table) => {
        const column = tenantOf(table)
        const touched = await database.asTenant(a, async ({ sql }) => [
          ...(await sql.query(`update ${table} set ${column} = ${column} where ${column} = $1 returning 1`, [
            b,
          ])),
          ...(await sql.query(`delete from ${table} where ${column} = $1 returning 1`, [b])),
        ])
        expect(touched, table).to.deep.equal([])
      }))

    it('cannot be added or handed over under another tenant’s id', () =>
      each(async (table) => {
        const refusal = /row-level security policy/
        const statement = await insertion(table, b)
        const added = database.asTenant(a, ({ sql }) => sql.query(...statement))
        expect(await added.catch(String), table).to.match(refusal)
        const handedOver = database.asTenant(a, ({ sql }) =>
          sql.query(`update ${table} set ${tenantOf(table)} = $1`, [b]),
        )
        expect(await handedOver.catch(String), table).to.match(refusal)
      }))

    it('bind the unit of work as well', async () => {
      const { Product } = await import('../../../src/persistence/entities/index.ts')
      const products = await database.asTenant(a, ({ em }) => em.find(Product, {}))
      expect(products.map(({ tenantId }) => tenantId)).to.deep.equal([a])
    })

    it('are worked on in one scope at a time: one inside another is refused instead of waiting for ever', async () => {
      const nested = database.asTenant(a, () => database.asTenant(a, () => Promise.resolve()))
      expect(await nested.catch(String)).to.equal('Error: asTenant must not be nested')
      const after = [a, b].map((tenant) => database.asTenant(tenant, () => Promise.resolve(tenant)))
      expect(await Promise.all(after)).to.deep.equal([a, b])
    })

    it('are open again after the scope, whether it was committed or rolled back', async () => {
      await database.asTenant(a, () => Promise.reject(new Error('undo'))).catch(() => undefined)
      for (let time = 0; time < 20; time++) {
        const [row] = await database.sql.query<{ count: number }>('select count(*)::int as count from tenant')
        expect(row?.count).to.equal(2)
      }
    })

    it('are kept by what the scope commits, and dropped by what it throws', async () => {
      const name = randomUUID()
      const rename = (to: string, fail: boolean) =>
        database.asTenant(a, async ({ sql }) => {
          await sql.query('update product set name = $1', [to])
          if (fail) throw new Error('undo')
        })
      await rename(name, false)
      await rename('lost', true).catch(() => undefined)
      const names = await database.sql.query<{ name: string }>(
        'select name from product order by name = $1 desc',
        [name],
      )
      expect(names.map((row) => row.name === name)).to.deep.equal([true, false])
    })
  })
}

describe('A database user who bypasses row-level security and may make no roles', () => {
  it('starts, and is told in one line what to do', async function () {
    if (!ON_POSTGRES) this.skip()
    const server = await sharedPostgres()
    const name = `bypass_${randomUUID().slice(0, 8)}`
    await server.sql(`create role ${name} login nosuperuser nocreaterole bypassrls`)
    await server.sql(`create database ${name} owner ${name}`)
    const database = await openDatabase({ url: server.url(name).replace('postgres@', `${name}@`) })
    expect(database.rowSecurityGap).to.match(/bypasses row-level security.*connect as an ordinary user/)
    expect(await database.asTenant(randomUUID(), ({ sql }) => sql.query('select 1 as one'))).to.deep.equal([
      { one: 1 },
    ])
    await database.close()
  })
})
