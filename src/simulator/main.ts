import { parseArgs } from 'node:util'
import { startPlatform } from './platform/index.ts'

const HELP = `The stand-in platform as a server of its own.

  npm run simulator -- [--port 3001] [--webhook http://localhost:3000/api/v1/webhooks/social]
                       [--app-id ID] [--app-secret SECRET] [--verify-token WORD] [--seed WORD] [--state FILE]`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3001' },
    webhook: {
      type: 'string',
      default: process.env.WEBHOOK_URL ?? 'http://localhost:3000/api/v1/webhooks/social',
    },
    'app-id': { type: 'string', default: process.env.SOCIAL_APP_ID ?? 'stand-in-app' },
    'app-secret': { type: 'string', default: process.env.SOCIAL_APP_SECRET ?? '' },
    'verify-token': { type: 'string', default: process.env.SOCIAL_VERIFY_TOKEN ?? '' },
    seed: { type: 'string', default: 'stand-in' },
    state: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(HELP)
} else {
  const platform = await startPlatform({
    port: Number(values.port),
    seed: values.seed,
    appId: values['app-id'],
    appSecret: values['app-secret'] || null,
    verifyToken: values['verify-token'] || null,
    webhookUrl: values.webhook,
    stateFile: values.state || null,
  })
  console.log(`Stand-in platform: ${platform.url}
  webhooks go to      ${values.webhook}
  point a service at it with
    SOCIAL_GRAPH_URL=${platform.graphUrl} SOCIAL_AUTHORIZE_URL=${platform.authorizeUrl} SOCIAL_APP_ID=${values['app-id']}`)
  const stop = (): void => void platform.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
