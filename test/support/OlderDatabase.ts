import { MikroORM } from '@mikro-orm/core'
import type { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { ormOptions } from '../../src/persistence/database.ts'
import { startEmbedded, type Embedded } from '../../src/persistence/embedded/startEmbedded.ts'
import { embeddedFiles } from './database.ts'

/** An embedded database as an older version left it: some of its migrations carried out, and one tenant in it. */
export class OlderDatabase {
  readonly tenantId = '00000000-0000-7000-8000-000000000001'
  readonly migrator: MikroORM<PostgreSqlDriver>['migrator']
  readonly #orm: MikroORM<PostgreSqlDriver>
  readonly #embedded: Embedded

  private constructor(orm: MikroORM<PostgreSqlDriver>, embedded: Embedded) {
    this.migrator = orm.migrator
    this.#orm = orm
    this.#embedded = embedded
  }

  /** @param lastMigration name of the last one that is carried out */
  static async open(lastMigration: string): Promise<OlderDatabase> {
    const embedded = await startEmbedded({
      dataDir: undefined,
      initialFiles: await embeddedFiles(),
      idleTransactionMsMax: 3_000,
    })
    const database = new OlderDatabase(await MikroORM.init(ormOptions({}, embedded)), embedded)
    await database.migrator.up({ to: lastMigration })
    await database.run(
      `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, created_at,
                           updated_at) values ('${database.tenantId}', 'Shop', 's', 'e', '', 'k', '', '', now(), now())`,
    )
    return database
  }

  /** Carries out a statement; returns its rows. */
  run(statement: string): Promise<Record<string, unknown>[]> {
    return this.#orm.em.getConnection().execute(statement)
  }

  async close(): Promise<void> {
    await this.#orm.close(true)
    await this.#embedded.close()
  }
}
