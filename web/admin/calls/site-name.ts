/** What the settings say of the site: its name, for title, menu and sign-in page, and how long passwords have to be. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { PASSWORD } from '#contracts/limits.ts'
import type { Site } from '#contracts/settings/settings.ts'
import { callAdmin } from './call.ts'

export const SITE_KEY = ['site']
export const readSite = async (): Promise<Site> => (await callAdmin(brandingCalls.site)).data

/** Returns the page brings the name with it: nothing has to wait for it. */
const readNameFromPage = () => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

/** Read anew if the settings are saved. */
const useSite = () => useQuery({ queryKey: SITE_KEY, queryFn: readSite, staleTime: Number.POSITIVE_INFINITY })

/** Returns the shortest length that a password may have. */
export const usePasswordMinLength = (): number => useSite().data?.passwordMinLength ?? PASSWORD.min

/** Keeps the page's title in step. */
export function useSiteName(): string {
  const { data } = useSite()
  const name = data?.siteName ?? readNameFromPage()
  useEffect(() => {
    document.title = `管理后台 - ${name}`
  }, [name])
  return name
}
