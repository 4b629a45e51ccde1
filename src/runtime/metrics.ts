import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const BATCH_MESSAGES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

/**
 * Every metric of the service, by name; nothing else registers one. A registry of its own, so that two services in one
 * process, as in tests, never mix. Labels are closed sets: no tenant, item or username ever becomes one.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    httpRequestSeconds: new Histogram({
      name: 'live_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    commentOutcomes: new Counter({
      name: 'live_comment_outcomes_total',
      help: 'Comments decided and committed, by outcome or the reason they were ignored',
      labelNames: ['outcome'] as const,
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'live_commit_duration_seconds',
      help: 'Duration of one batch transaction',
      buckets: REQUEST_SECONDS,
      registers,
    }),
    commitMessages: new Histogram({
      name: 'live_commit_batch_messages',
      help: 'Messages decided by one transaction',
      buckets: BATCH_MESSAGES,
      registers,
    }),
    backlogMessages: new Gauge({
      name: 'live_backlog_messages',
      help: 'Acknowledged comments and commands that are not decided yet',
      registers,
    }),
    runningItems: new Gauge({
      name: 'live_running_items',
      help: 'Items that are active or in countdown',
      registers,
    }),
    webSockets: new Gauge({
      name: 'live_websocket_connections',
      help: 'Open WebSocket connections',
      registers,
    }),
    deliveries: new Counter({
      name: 'live_outbound_attempts_total',
      help: 'Outbound webhook and auto-reply attempts, by kind and result',
      labelNames: ['kind', 'result'] as const,
      registers,
    }),
    /** Text exposition and its content type, for a scraper. */
    async expose(): Promise<{ contentType: string; body: string }> {
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
  }
}

/** The metrics of one service. */
export type Metrics = ReturnType<typeof createMetrics>
