import { explainComment } from '../../../../machines/comments/index.ts'
import { partitionOf } from '../../../persistence/partitionOf.ts'
import { LiveSession, Tenant } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { CURSORS, cursorField, limitField, pageOfRows, pageRequest } from '../paging.ts'
import { presentComment, sessionComments } from '../queries/comments.ts'
import { route } from '../route.ts'
import { anything, choice, fields, maybe, pageOf, text } from '../schemas/fields.ts'
import { commentShape } from '../schemas/resources.ts'

const PREVIEW_CHARACTERS_MAX = 2_000

export const commentRoutes = [
  route({
    method: 'GET',
    path: '/sessions/:id/comments',
    tag: 'Comments',
    summary: 'Every comment of a session, newest first, with what became of it and why',
    query: fields({
      outcome: maybe(choice('bid_accepted', 'claim_accepted', 'waitlisted', 'ignored')),
      limit: limitField(),
      cursor: cursorField(),
    }),
    response: pageOf(commentShape),
    errors: ['validation_error', 'session_not_found'],
    async handle({ tenantId, params, query, services }) {
      const { id } = params
      const page = pageRequest(query, CURSORS.position)
      const before = page.after === null ? null : Number.parseInt(page.after, 16)
      const rows = await services.database.asTenant(tenantId, async ({ em, sql }) => {
        const session = isId(id) ? await em.findOne(LiveSession, { id, tenantId }) : null
        if (session === null) throw new AppError('session_not_found')
        return sessionComments(sql, partitionOf(tenantId), session, {
          before,
          outcome: query.outcome ?? null,
          limit: page.limit + 1,
        })
      })
      return pageOfRows(rows, page, (row) => Number(row.position).toString(16), presentComment)
    },
  }),
  route({
    method: 'POST',
    path: '/comments/preview',
    tag: 'Comments',
    summary: 'How a comment would be read with the tenant’s settings, step by step',
    body: fields({
      text: text({ min: 0, max: PREVIEW_CHARACTERS_MAX }),
      mode: choice('auction', 'fixed_price'),
    }),
    response: anything(),
    errors: ['validation_error'],
    async handle({ tenantId, body, services }) {
      const tenant = await services.database.asTenant(tenantId, ({ em }) =>
        em.findOne(Tenant, { id: tenantId }),
      )
      const { claimKeywords, locale, currency } = tenant?.settings ?? {}
      const settings = {
        ...(claimKeywords === undefined ? {} : { claimKeywords }),
        ...(locale === undefined ? {} : { locale }),
        ...(currency === undefined ? {} : { currency }),
      }
      return { ...explainComment(body.text, body.mode, settings) }
    },
  }),
]
