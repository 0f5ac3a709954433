import { useSyncExternalStore } from 'react'
import { COMPARISON } from '#contracts/limits.ts'
import { compareFullMessage } from '#contracts/messages/site.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useToast } from '../components/toast.tsx'
import { type BasketItem, type Baskets, baskets } from './basket.ts'

const getServerSnapshot = () => undefined

/** Returns the baskets of this browser; `undefined` while the server renders and during hydration. */
export const useBaskets = (): Baskets | undefined =>
  useSyncExternalStore(baskets.subscribe, baskets.get, getServerSnapshot)

/** Returns a function that adds or removes a product, and shows a message if the basket is full. */
export function useToggleInBasket(catalogue: Catalogue): (item: BasketItem) => void {
  const showToast = useToast()
  return (item) => {
    const limit = isWide() ? COMPARISON.max : COMPARISON.maxOnNarrowScreens
    if (!baskets.toggle(catalogue, item, limit)) showToast(compareFullMessage(limit))
  }
}

const isWide = () => matchMedia(`(width >= ${COMPARISON.wideScreenPx}px)`).matches
