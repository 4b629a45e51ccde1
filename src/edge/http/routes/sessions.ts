import { LiveSession } from '../../../persistence/entities/index.ts'
import type { TenantScope } from '../../../persistence/tenantScope.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { pageOfRows, pageRequest, pagingQuery } from '../paging.ts'
import { presentSession } from '../present/index.ts'
import { sessionResults } from '../queries/sessionResults.ts'
import { route } from '../route.ts'
import { fields, maybe, orNull, pageOf, text } from '../schemas/fields.ts'
import { sessionResultShape, sessionShape } from '../schemas/resources.ts'

const mediaId = () => maybe(orNull(text({ max: 128 })))

async function ownSession({ em }: TenantScope, tenantId: string, id: string | undefined) {
  const session = isId(id) ? await em.findOne(LiveSession, { id, tenantId }) : null
  if (session === null) throw new AppError('session_not_found')
  return session
}

export const sessionRoutes = [
  route({
    method: 'GET',
    path: '/sessions',
    tag: 'Live sessions',
    summary: 'Live sessions, newest first',
    query: pagingQuery,
    response: pageOf(sessionShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const rows = await services.database.asTenant(tenantId, ({ em }) =>
        em.find(
          LiveSession,
          { tenantId, ...(isId(page.after) ? { id: { $lt: page.after } } : {}) },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        ),
      )
      return pageOfRows(rows, page, (row) => row.id, presentSession)
    },
  }),
  route({
    method: 'POST',
    path: '/sessions',
    tag: 'Live sessions',
    summary: 'Schedule a live session',
    status: 201,
    body: fields({ title: maybe(text({ max: 200 })), socialMediaId: mediaId() }),
    response: sessionShape,
    errors: ['validation_error'],
    async handle({ tenantId, body, services }) {
      const now = new Date(services.clock.now())
      const session = {
        id: services.ids.next(),
        tenantId,
        title: body.title ?? `Live ${now.toISOString().slice(0, 10)}`,
        status: 'scheduled',
        socialMediaId: body.socialMediaId ?? null,
        createdAt: now,
        updatedAt: now,
      } as const
      return services.database.asTenant(tenantId, async ({ em }) => {
        const row = em.create(LiveSession, session)
        await em.persist(row).flush()
        return presentSession(row)
      })
    },
  }),
  route({
    method: 'GET',
    path: '/sessions/:id',
    tag: 'Live sessions',
    summary: 'One live session',
    response: sessionShape,
    errors: ['session_not_found'],
    handle: ({ tenantId, params, services }) =>
      services.database.asTenant(tenantId, async (scope) =>
        presentSession(await ownSession(scope, tenantId, params.id)),
      ),
  }),
  route({
    method: 'PUT',
    path: '/sessions/:id',
    tag: 'Live sessions',
    summary: 'Change title or media',
    body: fields({ title: maybe(text({ max: 200 })), socialMediaId: mediaId() }),
    response: sessionShape,
    errors: ['validation_error', 'session_not_found'],
    async handle({ tenantId, params, body, services }) {
      const session = await services.database.asTenant(tenantId, async (scope) => {
        const row = await ownSession(scope, tenantId, params.id)
        if (body.title !== undefined) row.title = body.title
        if (body.socialMediaId !== undefined) row.socialMediaId = body.socialMediaId
        row.updatedAt = new Date(services.clock.now())
        return row
      })
      await services.engine.sessionChanged({ tenantId, sessionId: session.id })
      return presentSession(session)
    },
  }),
  route({
    method: 'GET',
    path: '/sessions/:id/results',
    tag: 'Live sessions',
    summary:
      'What a session sold, newest first: who got each item, what the shop and the viewers were told of it',
    query: pagingQuery,
    response: pageOf(sessionResultShape),
    errors: ['validation_error', 'session_not_found'],
    async handle({ tenantId, params, query, services }) {
      const page = pageRequest(query)
      const results = await services.database.asTenant(tenantId, async (scope) =>
        sessionResults(scope.sql, await ownSession(scope, tenantId, params.id), page),
      )
      return pageOfRows(
        results,
        page,
        (result) => result.id,
        (result) => result,
      )
    },
  }),
  ...(['start', 'end'] as const).map((action) =>
    route({
      method: 'POST',
      path: `/sessions/:id/${action}`,
      tag: 'Live sessions',
      summary: action === 'start' ? 'Go live' : 'Close the running item, then end the session',
      response: sessionShape,
      errors: ['session_not_found', action === 'start' ? 'session_not_startable' : 'session_not_endable'],
      async handle({ tenantId, params, services }) {
        const own = () =>
          services.database.asTenant(tenantId, (scope) => ownSession(scope, tenantId, params.id))
        const command = { tenantId, sessionId: (await own()).id }
        await (action === 'start'
          ? services.engine.startSession(command)
          : services.engine.endSession(command))
        return presentSession(await own())
      },
    }),
  ),
]
