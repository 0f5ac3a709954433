import { type PointerEvent, useRef } from 'react'

/** The minimum distance of a swipe, in CSS pixels. */
const MIN_SWIPE_PX = 48

/** Returns the pointer handlers of an element that can be swiped by touch or pen. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const startX = useRef<number | null>(null)
  return {
    onPointerDown({ clientX, pointerType }: PointerEvent) {
      startX.current = pointerType === 'mouse' ? null : clientX
    },
    onPointerUp({ clientX }: PointerEvent) {
      const distance = startX.current === null ? 0 : clientX - startX.current
      startX.current = null
      if (Math.abs(distance) >= MIN_SWIPE_PX) onSwipe(distance > 0 ? 'right' : 'left')
    },
  }
}
