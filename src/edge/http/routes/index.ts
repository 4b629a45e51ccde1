import type { Route } from '../route.ts'
import { auctionRoutes } from './auctions.ts'
import { authRoutes } from './auth.ts'
import { cartEventRoutes } from './cartEvents.ts'
import { commentRoutes } from './comments.ts'
import { connectionRoutes } from './connection.ts'
import { inspectorRoutes } from './inspector.ts'
import { overlayRoutes } from './overlay.ts'
import { deliveryRoutes } from './deliveries.ts'
import { practiceRoutes } from './practice.ts'
import { productRoutes } from './products.ts'
import { sessionRoutes } from './sessions.ts'
import { socialRoutes } from './social.ts'
import { tenantRoutes } from './tenant.ts'
import { viewerRoutes } from './viewers.ts'

/** Every endpoint of the REST interface. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...socialRoutes,
  ...tenantRoutes,
  ...productRoutes,
  ...sessionRoutes,
  ...auctionRoutes,
  ...viewerRoutes,
  ...cartEventRoutes,
  ...commentRoutes,
  ...connectionRoutes,
  ...overlayRoutes,
  ...practiceRoutes,
  ...deliveryRoutes,
  ...inspectorRoutes,
]
