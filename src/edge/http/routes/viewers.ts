import { usernameSkeleton } from '../../../../machines/comments/index.ts'
import { Viewer } from '../../../persistence/entities/index.ts'
import type { TenantScope } from '../../../persistence/tenantScope.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { pageOfRows, pageRequest, cursorField, limitField } from '../paging.ts'
import { presentViewer } from '../present/index.ts'
import { route } from '../route.ts'
import { email, fields, flag, maybe, orNull, pageOf, text, whole } from '../schemas/fields.ts'
import { listedViewerShape, viewerShape } from '../schemas/resources.ts'

async function ownViewer({ em }: TenantScope, tenantId: string, id: string | undefined) {
  const viewer = isId(id) ? await em.findOne(Viewer, { id, tenantId }) : null
  if (viewer === null) throw new AppError('viewer_not_found')
  return viewer
}

/** Names of other viewers that look like these, by username. */
async function lookAlikes({ sql }: TenantScope, tenantId: string, usernames: readonly string[]) {
  const rows = await sql.query<{ username: string }>(
    'select social_username as username from viewer where tenant_id = $1 order by id limit 20000',
    [tenantId],
  )
  const bySkeleton = new Map<string, string[]>()
  for (const { username } of rows) {
    const skeleton = usernameSkeleton(username)
    bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), username])
  }
  const other = (username: string): string | null =>
    bySkeleton.get(usernameSkeleton(username))?.find((name) => name !== username) ?? null
  return new Map(usernames.map((username) => [username, other(username)]))
}

export const viewerRoutes = [
  route({
    method: 'GET',
    path: '/viewers',
    tag: 'Viewers',
    summary: 'Viewers, newest first, marked when one looks like another',
    query: fields({ search: maybe(text({ max: 120 })), limit: limitField(), cursor: cursorField() }),
    response: pageOf(listedViewerShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const pattern = query.search?.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
      const { rows, alike } = await services.database.asTenant(tenantId, async (scope) => {
        const rows = await scope.em.find(
          Viewer,
          {
            tenantId,
            ...(pattern === undefined ? {} : { socialUsername: { $like: `%${pattern}%` } }),
            ...(isId(page.after) ? { id: { $lt: page.after } } : {}),
          },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        )
        const usernames = rows.map((row) => row.socialUsername)
        return { rows, alike: await lookAlikes(scope, tenantId, usernames) }
      })
      return pageOfRows(
        rows,
        page,
        (row) => row.id,
        (row) => ({ ...presentViewer(row), lookAlikeOf: alike.get(row.socialUsername) ?? null }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/viewers/:id',
    tag: 'Viewers',
    summary: 'One viewer',
    response: viewerShape,
    errors: ['viewer_not_found'],
    handle: ({ tenantId, params, services }) =>
      services.database.asTenant(tenantId, async (scope) =>
        presentViewer(await ownViewer(scope, tenantId, params.id)),
      ),
  }),
  route({
    method: 'PUT',
    path: '/viewers/:id',
    tag: 'Viewers',
    summary: 'Block a viewer, or say who it is in the shop',
    body: fields({
      isBlocked: maybe(flag()),
      email: maybe(orNull(email())),
      externalUserId: maybe(orNull(text({ max: 255 }))),
      trustScore: maybe(whole(0, 100)),
    }),
    response: viewerShape,
    errors: ['validation_error', 'viewer_not_found'],
    async handle({ tenantId, params, body, services }) {
      const viewer = await services.database.asTenant(tenantId, async (scope) => {
        const row = await ownViewer(scope, tenantId, params.id)
        if (body.isBlocked !== undefined) row.isBlocked = body.isBlocked
        if (body.email !== undefined) row.email = body.email
        if (body.externalUserId !== undefined) row.externalUserId = body.externalUserId
        if (body.trustScore !== undefined) row.trustScore = body.trustScore
        row.updatedAt = new Date(services.clock.now())
        return row
      })
      await services.engine.viewerChanged({ tenantId, viewerId: viewer.id })
      return presentViewer(viewer)
    },
  }),
]
