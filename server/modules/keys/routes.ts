import { keyCalls } from '#contracts/keys/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { KeyService } from './service.ts'

/** Routes of keys: everyone's own, and for super admins those for the platform. They are closed to keys. */
export const keyRoutes = (keys: KeyService) => [
  defineRoute(keyCalls.list, ({ user }) => keys.list(user)),
  defineRoute(keyCalls.create, ({ body, user }) => keys.create(body, user)),
  defineRoute(keyCalls.revoke, ({ params, user }) => keys.revoke(params.id, user)),
  defineRoute(keyCalls.listUses, ({ params, user }) => keys.listUses(params.id, user)),
]
