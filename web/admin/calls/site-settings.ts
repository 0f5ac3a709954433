import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { dataOf } from '../../shared/call-query.ts'
import { queryOf } from './query-of.ts'

/** Reads the site's name from the page, where the server embeds it, so that no request is needed. */
const readNameFromPage = () => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

/** Returns the query for the site's public settings, which is invalidated when the settings are saved. */
const useSiteQuery = () => useQuery({ ...dataOf(queryOf(brandingCalls.getSite)), staleTime: Number.POSITIVE_INFINITY })

/** Returns the minimum length of passwords. */
export const usePasswordMinLength = (): number => useSiteQuery().data?.passwordMinLength ?? PASSWORD.min

/** Returns the site's name, and sets the document title to it. */
export function useSiteName(): string {
  const { data } = useSiteQuery()
  const name = data?.siteName ?? readNameFromPage()
  useEffect(() => {
    document.title = `管理后台 - ${name}`
  }, [name])
  return name
}
