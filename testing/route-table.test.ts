import { beforeAll, describe, expect, it } from 'vitest'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { API, DOCUMENT_PATHS, PAGE_VIEWS_PATH } from '#contracts/paths.ts'
import { may, type Permission } from '#contracts/permissions.ts'
import { ROLES } from '#contracts/vocabulary.ts'
import { bearer, createUser, signIn } from './factories/users.ts'
import { onEveryDatabase } from './test-app.ts'

/** What a stranger may call (decisions §2). All else needs someone signed in. */
const OPEN_READS = [
  ...Object.values(DOCUMENT_PATHS),
  API.site,
  API.logo,
  API.appDownload,
  API.servicePackages,
  API.successCases,
  API.productsList,
  API.productsFilters,
  API.productDetail,
  API.activeQrCodes,
  API.evaluationCategories,
  API.evaluationExamples,
  API.evaluationTool,
  API.evaluationReports,
  API.downloadAttachment,
  API.openapi,
  API.docs,
  API.aiProducts,
  API.submissionFileUpload,
  `${UPLOADS_PREFIX}*`,
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/manifest.webmanifest',
  '/sitemaps/:file',
  '/healthz',
  '/readyz',
]
const OPEN_WRITES = [
  API.login,
  API.loginTwoFactor,
  API.register,
  API.forgotPassword,
  API.passwordByLink,
  API.verifyEmail,
  API.resendVerification,
  API.consultation,
  API.evaluationServiceRequest,
  API.submissions,
  API.submissionStatus,
  API.submissionFileUpload,
  API.evaluationCalculate,
  API.evaluationReport,
  API.scanQrCode,
  PAGE_VIEWS_PATH,
]
const OPEN = new Set([
  ...OPEN_READS.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  ...OPEN_WRITES.map((path) => `POST ${path}`),
])

/** The last route of all, which answers that there is no such call. */
const isNotFoundRoute = (url: string) => url === '/api/*' || url === '/api'
/** An address that the route takes. */
const addressOf = (url: string) => url.replaceAll(/:\w+/g, 'x').replace('*', 'x')

onEveryDatabase('the route table', (app) => {
  const guarded = () => app().routes.filter(({ url, access }) => access !== 'open' && !isNotFoundRoute(url))

  it('opens nothing that is not on the list', () => {
    const opened = app().routes.filter(({ url, access }) => access === 'open' && !isNotFoundRoute(url))
    expect(opened.map(({ method, url }) => `${method} ${url}`).filter((route) => !OPEN.has(route))).toEqual([])
  })

  it('has guarded routes, each of which refuses a stranger', async () => {
    expect(guarded().map(({ url }) => url)).toContain(API.profile)
    for (const { method, url } of guarded()) {
      const reply = await app().server.inject({ method: methodOf(method), url: addressOf(url) })
      expect([method, url, reply.statusCode]).toEqual([method, url, 401])
    }
  })

  describe.each(ROLES)('a %s', (role) => {
    let token = ''
    beforeAll(async () => {
      const { email } = await createUser(app(), { email: `${role}@example.com`, role })
      token = (await signIn(app(), email)).token
    })

    it('is refused what the role may not do', async () => {
      for (const { method, url, access } of guarded()) {
        if (!isPermission(access) || may(role, access)) continue
        const reply = await app().server.inject({
          ...{ method: methodOf(method), url: addressOf(url), headers: bearer(token) },
        })
        expect([method, url, reply.statusCode]).toEqual([method, url, 403])
      }
    })
  })
})

const isPermission = (access: string | undefined): access is Permission => access?.includes(':') ?? false

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
function methodOf(method: string): (typeof METHODS)[number] {
  const known = METHODS.find((each) => each === method)
  if (!known) throw new Error(`a route of the method ${method}, which this test can't call`)
  return known
}
