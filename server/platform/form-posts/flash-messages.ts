/**
 * Flash messages: the success notice of a form posted without JavaScript, in a query parameter of its page. It is
 * encrypted, so that it can't be forged or read, and valid for some minutes. It contains the reply, never the input.
 */
import { z } from 'zod'
import { type FormOutcome, SITE_FORMS, type SiteFormName } from '#contracts/forms.ts'
import { FORM_NOTICE_MS } from '#contracts/limits.ts'
import type { SitePageName } from '#contracts/paths.ts'
import type { Clock } from '../clock.ts'
import type { Encryption } from '../encryption.ts'

const PURPOSE = 'form notice'

const PARAMETER = 'notice'

const NoticeSchema = z.object({
  form: z.custom<SiteFormName>((name) => typeof name === 'string' && Object.hasOwn(SITE_FORMS, name)),
  message: z.string(),
  data: z.unknown().optional(),
  until: z.number(),
})
type Notice = Omit<z.infer<typeof NoticeSchema>, 'until'>

export type FlashMessages = ReturnType<typeof createFlashMessages>

export function createFlashMessages({ encryption, clock }: { encryption: Encryption; clock: Clock }) {
  const now = () => clock.now().getTime()

  return {
    /** Returns a URL with a notice. */
    write(url: string, { form, message, data }: Notice): string {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const notice = JSON.stringify({ form, message, data, until: now() + FORM_NOTICE_MS })
      searchParams.set(PARAMETER, encryption.encrypt(notice, PURPOSE))
      return `${pathname}?${searchParams}#${form}-outcome`
    },

    /** Returns the notice in a page's URL; `undefined` without one, or if it is forged, expired or for another page. */
    find(page: SitePageName, url: string): FormOutcome | undefined {
      const [, query = ''] = url.split('?', 2)
      const text = new URLSearchParams(query).get(PARAMETER)
      if (!text) return undefined
      try {
        const { form, message, data, until } = NoticeSchema.parse(JSON.parse(encryption.decrypt(text, PURPOSE)))
        if (SITE_FORMS[form].page !== page || until <= now()) return undefined
        return { form, isSuccess: true, message, errors: [], values: {}, data }
      } catch {
        return undefined
      }
    },
  }
}
