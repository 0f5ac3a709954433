/** The site's name in the settings, for the page's title, the menu and the sign-in page. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandingCalls } from '#contracts/branding/calls.ts'
import type { Site } from '#contracts/settings/settings.ts'
import { callAdmin } from './call.ts'

export const SITE_KEY = ['site']
export const readSite = async (): Promise<Site> => (await callAdmin(brandingCalls.site)).data

/** Returns the page brings the name with it: nothing has to wait for it. */
const readNameFromPage = () => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

/** Read anew if the settings are saved. Keeps the page's title in step. */
export function useSiteName(): string {
  const { data } = useQuery({ queryKey: SITE_KEY, queryFn: readSite, staleTime: Number.POSITIVE_INFINITY })
  const name = data?.siteName ?? readNameFromPage()
  useEffect(() => {
    document.title = `管理后台 - ${name}`
  }, [name])
  return name
}
