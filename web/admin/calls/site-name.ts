/** Public settings of the site: its name, for title, menu and sign-in page, and the minimum password length. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { PASSWORD } from '#contracts/limits.ts'
import type { Site } from '#contracts/settings/settings.ts'
import { callAdmin } from './call.ts'

export const SITE_KEY = ['site']
export const readSite = async (): Promise<Site> => (await callAdmin(brandingCalls.site)).data

/** Reads the site's name from the page, where the server embeds it, so that no request is needed. */
const readNameFromPage = () => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

/** Loads the site's public settings once; saving the settings invalidates them. */
const useSite = () => useQuery({ queryKey: SITE_KEY, queryFn: readSite, staleTime: Number.POSITIVE_INFINITY })

/** Returns the minimum length of passwords. */
export const usePasswordMinLength = (): number => useSite().data?.passwordMinLength ?? PASSWORD.min

/** Keeps the document title up to date. */
export function useSiteName(): string {
  const { data } = useSite()
  const name = data?.siteName ?? readNameFromPage()
  useEffect(() => {
    document.title = `管理后台 - ${name}`
  }, [name])
  return name
}
