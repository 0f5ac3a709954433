import { identityCalls } from '#contracts/identity/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { RegistrationService } from './service.ts'

/** Public route for creating a member's account. */
export const registrationRoutes = (registration: RegistrationService) => [
  defineRoute(identityCalls.register, ({ body, client }) => registration.register(body, client)),
]
