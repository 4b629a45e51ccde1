const byId = (id) => document.getElementById(id)
const say = (text) => (byId('said').textContent = text)

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(answer?.error?.message ?? `HTTP ${response.status}`)
  return answer
}

/** Runs a form's action and says how it went. */
function onSubmit(id, act) {
  byId(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      say((await act(Object.fromEntries(new FormData(event.target)), event.target)) ?? 'Done.')
    } catch (error) {
      say(error.message)
    }
    await refresh()
  })
}

const numbers = (fields, names) =>
  Object.fromEntries(names.filter((name) => fields[name]).map((name) => [name, Number(fields[name])]))

const line = (strong, weak) => {
  const item = document.createElement('li')
  item.append(strong, ' ')
  const small = document.createElement('small')
  small.textContent = weak
  item.append(small)
  return item
}

onSubmit('comment', async ({ username, text }, form) => {
  const { posted } = await call('POST', '/control/comments', {
    accountId: byId('account').value,
    comments: [{ username, text }],
  })
  form.elements.text.value = ''
  return posted[0].acknowledged
    ? `Acknowledged after ${posted[0].acknowledgedAt - posted[0].sentAt} ms.`
    : 'Nobody listens: connect this account to the service first.'
})
onSubmit('crowd', async (fields) => {
  const accountId = byId('account').value
  await call('POST', '/control/crowd', {
    accountId,
    mood: fields.mood,
    ...numbers(fields, ['lines', 'perSecond', 'price']),
  })
  return 'The crowd is in.'
})
onSubmit('fault', async (fields) => {
  await call('POST', '/control/faults', {
    target: fields.target,
    kind: fields.kind,
    ...numbers(fields, ['times', 'code']),
  })
})
onSubmit('manner', async (fields) => {
  const { shuffle, ...rest } = fields
  await call('PUT', '/control/manner', {
    shuffle: shuffle === 'on',
    duplicates: Number(rest.duplicates),
    jitterMs: Number(rest.jitterMs),
  })
})
onSubmit('newAccount', async ({ username, shape }) => {
  await call('POST', '/control/accounts', { shape, ...(username ? { username } : {}) })
})
byId('hush').addEventListener('click', () => call('DELETE', '/control/crowd').then(refresh))
byId('heal').addEventListener('click', () => call('DELETE', '/control/faults').then(refresh))

async function refresh() {
  const state = await call('GET', '/control/state')
  const { comments, replies, posts, acknowledged, pending } = state.counts
  byId('counts').textContent =
    `${comments} comments · ${posts} webhooks, ${acknowledged} acknowledged, ${pending} pending · ${replies} replies`
  const chosen = byId('account').value
  byId('account').replaceChildren(
    ...state.accounts.map((account) => new Option(`@${account.username}`, account.accountId)),
  )
  if (chosen) byId('account').value = chosen
  byId('accounts').replaceChildren(
    ...state.accounts.map((account) =>
      line(
        `@${account.username}`,
        account.subscribedFields.length > 0 ? 'connected' : `not connected · ${account.shape}`,
      ),
    ),
  )
  byId('faults').replaceChildren(
    ...state.faults.map((fault) =>
      line(`${fault.kind} on ${fault.target}`, `spoiled ${fault.spoiled} calls`),
    ),
  )
  const { replies: posted } = await call('GET', '/control/replies')
  if (posted.length > 0) {
    byId('replies').replaceChildren(
      ...posted
        .slice(-50)
        .reverse()
        .map((reply) => line(reply.message, `to @${reply.username ?? '?'}`)),
    )
  }
}

await refresh()
setInterval(refresh, 1_000)
