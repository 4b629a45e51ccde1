import { AsyncLocalStorage } from 'node:async_hooks'
import type { MikroORM } from '@mikro-orm/core'
import type { PostgreSqlDriver, SqlEntityManager } from '@mikro-orm/postgresql'
import { sqlOf, type Sql } from './sql.ts'

/** What work on one tenant's rows gets: the unit of work and plain SQL, in one transaction. */
export interface TenantScope {
  em: SqlEntityManager
  sql: Pick<Sql, 'query'>
}

/**
 * Runs work in a transaction in which the database itself shows and takes only this tenant's rows, so that a forgotten
 * `where` finds nothing of others. Committed, with what the unit of work holds, when `work` resolves. Refuses to be
 * nested: the embedded database has one connection, and the inner one would wait for the outer for ever.
 */
export type AsTenant = <T>(tenantId: string, work: (scope: TenantScope) => Promise<T>) => Promise<T>

/** Takes the place of a database user whom row-level security does not bind: a superuser, as in the embedded database. */
const ROLE = 'live_commerce_tenant'
/** The database whose scope the running code is in. */
const inside = new AsyncLocalStorage<MikroORM<PostgreSqlDriver>>()

/** One start at a time makes the role. The number only has to be ours. */
const LOCK = 7_316_045_511

/** @returns the door to one tenant's rows, and null or what is missing for the database to hold it */
export async function createTenantScope(
  orm: MikroORM<PostgreSqlDriver>,
  sql: Sql,
): Promise<{ asTenant: AsTenant; rowSecurityGap: string | null }> {
  const { bypasses, ready } = await makeRole(sql)
  const enter =
    bypasses && ready
      ? `select set_config('app.tenant_id', $1, true), set_config('role', '${ROLE}', true)`
      : `select set_config('app.tenant_id', $1, true)`
  return {
    asTenant: (tenantId, work) => {
      if (inside.getStore() === orm) return Promise.reject(new Error('asTenant must not be nested'))
      return inside.run(orm, () =>
        orm.em.fork().transactional(async (em) => {
          const scoped = sqlOf(em.getKysely())
          await scoped.query(enter, [tenantId])
          return work({ em, sql: scoped })
        }),
      )
    },
    rowSecurityGap:
      bypasses && !ready
        ? `the database user bypasses row-level security and may not create the role ${ROLE}: ` +
          'connect as an ordinary user that owns the tables'
        : null,
  }
}

interface RoleState {
  /** Whether row-level security does not bind the user of this connection. */
  bypasses: boolean
  /** Whether the role is there, may be taken and reaches every tenant table. */
  ready: boolean
}

/** Tables under row-level security, and the view on them. */
const GUARDED = `c.relnamespace = current_schema()::regnamespace and (c.relrowsecurity or c.relname = 'comment_outcome')`

async function roleState(sql: Pick<Sql, 'query'>): Promise<RoleState> {
  const [state] = await sql.query<RoleState>(
    `select u.rolsuper or u.rolbypassrls as bypasses,
            coalesce(pg_has_role(current_user, r.oid, 'member') and not exists (
              select from pg_class c where ${GUARDED} and not has_table_privilege(r.oid, c.oid, 'select')
            ), false) as ready
       from pg_roles u left join pg_roles r on r.rolname = $1 where u.rolname = current_user`,
    [ROLE],
  )
  return state ?? { bypasses: false, ready: false }
}

/** A role belongs to the whole server, so another database's service may be making the same one. */
const MAKE_ROLE = `do $$
  declare guarded regclass;
  begin
    begin
      create role ${ROLE} nologin;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, '${ROLE}', 'member') then
      execute format('grant ${ROLE} to %I', current_user);
    end if;
    execute format('grant usage on schema %I to ${ROLE}', current_schema());
    for guarded in select c.oid::regclass from pg_class c where ${GUARDED} loop
      execute format('grant select, insert, update, delete on %s to ${ROLE}', guarded);
    end loop;
  end $$`

/** Makes the role where it is needed and may be made; the state tells whether that went well. */
async function makeRole(sql: Sql): Promise<RoleState> {
  const before = await roleState(sql)
  if (!before.bypasses || before.ready) return before
  const making = sql.transaction(async (trx) => {
    await trx.query('select pg_advisory_xact_lock($1)', [LOCK])
    await trx.query(MAKE_ROLE)
  })
  // A user who may not make roles still gets a service; what is missing is said where the service starts.
  await making.catch(() => undefined)
  return roleState(sql)
}
