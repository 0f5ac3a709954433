import { CLIENT_CACHE_MS } from '#contracts/limits.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import { createStoredValue } from './stored-value.ts'

/** The home page's content, cached in local storage for as long as other responses of the API. */
export const homeCache = createStoredValue<Awaited<ReturnType<PublicApi['getHome']>>>('zhijian.home', CLIENT_CACHE_MS)
