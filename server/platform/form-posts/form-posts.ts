/**
 * Handles forms of the public site that are posted without JavaScript: each posts to its page's URL and gets a page
 * back. The fields are sent to the form's API call within the process, so that schema, rate limit and handler are the
 * same.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { type FormOutcome, SITE_FORMS, type SiteForm, type SiteFormName } from '#contracts/forms.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { fillPath, SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import { type AppError, forbidden, invalid } from '../app-error.ts'
import { isOwnOrigin } from '../http/guard/own-origin.ts'
import { sendErrorReply, toAppError } from '../http/server/errors.ts'
import { sha256Hex } from '../sha256.ts'
import type { FlashMessages } from './flash-messages.ts'
import { createFieldReader, type FormFields } from './form-fields.ts'

type PostRequest = FastifyRequest<{ Params: Record<string, string> }>

type FormPostOptions = {
  flashMessages: FlashMessages
  publicUrl: string
  /** Sends the page to which a form was posted, with the form's result. */
  sendPage(request: PostRequest, reply: FastifyReply, outcome: FormOutcome, status: number): Promise<FastifyReply>
}

const NAMES = Object.keys(SITE_FORMS).filter((name): name is SiteFormName => Object.hasOwn(SITE_FORMS, name))
const READERS = new Map(NAMES.map((name) => [name, createFieldReader(SITE_FORMS[name].call.body)]))

/** Returns whether an error protects the server from load, which rendering a page would defeat. */
const isLoadShedding = ({ code }: AppError) => code === 'tooManyRequests' || code === 'unavailable'

export function registerFormPosts(app: FastifyInstance, { flashMessages, publicUrl, sendPage }: FormPostOptions): void {
  async function handlePost(request: PostRequest, reply: FastifyReply) {
    if (!isSameOrigin(request, publicUrl)) throw forbidden(MESSAGES.crossOriginForm)
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    // A submit button may name another form; its value comes last.
    const form = findForm(request.routeOptions.config.page, fields.getAll('form').at(-1))
    if (!form) throw invalid()
    const { values, body } = readFields(form, fields)
    const rejection = validateFields(SITE_FORMS[form], body)
    if (rejection) return sendPage(request, reply, { form, isSuccess: false, values, ...rejection }, 400)
    const response = await injectCall(app, request, SITE_FORMS[form], body)
    const { success, message = '', errors = [], data } = response.json()
    const outcome: FormOutcome = { form, isSuccess: success === true, message, errors, values, data }
    const retryAfter = response.headers['retry-after']
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return outcome.isSuccess
      ? sendSuccess(request, reply, outcome, form)
      : sendPage(request, reply, outcome, response.statusCode)
  }

  function sendSuccess(request: PostRequest, reply: FastifyReply, outcome: FormOutcome, form: SiteFormName) {
    const { success }: SiteForm = SITE_FORMS[form]
    if (success === 'reply') return sendPage(request, reply, outcome, 200)
    if (success !== 'notice')
      return reply.redirect(`${fillPath(SITE_PAGES[success.page].path, Object(outcome.data))}#main`, 303)
    return reply.redirect(flashMessages.write(request.url, { form, message: outcome.message, data: outcome.data }), 303)
  }

  function sendError(error: unknown, request: PostRequest, reply: FastifyReply) {
    const appError = toAppError(error)
    if (appError.code === 'internal') request.log.error({ err: error }, 'form post failed')
    if (isLoadShedding(appError)) return sendErrorReply(reply, request, appError)
    const outcome: FormOutcome = { form: null, isSuccess: false, message: appError.message, errors: [], values: {} }
    return sendPage(request, reply, outcome, appError.status)
  }

  app.register(async (scope) => {
    // Only in this scope: API calls that accept form bodies could be made from any website (CSRF).
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    scope.setErrorHandler(sendError)
    for (const page of new Set(NAMES.map((name): SitePageName => SITE_FORMS[name].page)))
      scope.post(
        SITE_PAGES[page].path,
        { bodyLimit: BODY.encodedForm, config: { access: 'public', page }, schema: { hide: true } },
        handlePost,
      )
  })
}

/**
 * Returns whether a form was posted from one of our own pages (CSRF protection), by `Sec-Fetch-Site` or, in older
 * browsers, `Origin`. Browsers always send one of the two.
 */
function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin = '', 'sec-fetch-site': site } = request.headers
  return site === undefined ? isOwnOrigin(origin, request, publicUrl) : site === 'same-origin'
}

/** Returns the posted form, if the page contains it. */
function findForm(page: SitePageName | undefined, name: string | undefined): SiteFormName | undefined {
  return NAMES.find((existing) => existing === name && SITE_FORMS[existing].page === page)
}

function readFields(form: SiteFormName, fields: URLSearchParams): FormFields {
  const read = READERS.get(form)
  if (!read) throw new Error(`the form ${form} has no reader`)
  return read(fields)
}

/** Returns the errors of a form's own schema, which adds rules to its call's; undefined if the fields are valid. */
function validateFields({ schema }: SiteForm, body: unknown): Pick<FormOutcome, 'message' | 'errors'> | undefined {
  const parsed = schema?.safeParse(body)
  if (!parsed?.error) return undefined
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { message: errors[0]?.message ?? MESSAGES.invalid, errors }
}

/** Calls an API route within the process, with the client's IP address for its rate limit. */
const injectCall = (app: FastifyInstance, request: FastifyRequest, { call }: SiteForm, body: Record<string, unknown>) =>
  app.inject({
    method: call.method,
    url: call.path,
    payload: body,
    remoteAddress: request.ip,
    headers: {
      host: request.host,
      'user-agent': request.headers['user-agent'],
      [IDEMPOTENCY_KEY_HEADER]: deriveKey(request.ip, call, body),
    },
  })

/**
 * Returns an idempotency key for a post, which is a UUID of version 8. Its form has none, since cached pages are the same
 * for everybody; the same fields from the same address are the same request.
 */
function deriveKey(ip: string, { path }: Call, body: Record<string, unknown>): string {
  const hex = sha256Hex(JSON.stringify([ip, path, body]))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
