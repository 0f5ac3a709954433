import { Eraser } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { SIGNATURE } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'

type SignaturePadProps = {
  /** The path that was drawn; '' if there is none. */
  value: string
  onChange: (path: string) => void
}

/** The box as the coordinates of a path. */
const VIEW_BOX = `0 0 ${SIGNATURE.width} ${SIGNATURE.height}`

/** A box in which one signs with a pointer or a finger. It is optional: the typed name is the signature. */
export function SignaturePad({ value, onChange }: SignaturePadProps) {
  const box = useRef<SVGSVGElement>(null)
  const [stroke, setStroke] = useState('')

  function toPoint({ clientX, clientY }: PointerEvent): string {
    const area = box.current?.getBoundingClientRect()
    if (!area) return '0 0'
    const x = clamp(((clientX - area.left) / area.width) * SIGNATURE.width, SIGNATURE.width)
    const y = clamp(((clientY - area.top) / area.height) * SIGNATURE.height, SIGNATURE.height)
    return `${x} ${y}`
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    setStroke(`M${toPoint(event)}`)
  }

  function move(event: PointerEvent<SVGSVGElement>) {
    if (stroke === '') return
    const next = `${stroke}L${toPoint(event)}`
    // A longer path would be refused.
    if (value.length + next.length <= SIGNATURE.drawing) setStroke(next)
  }

  function end() {
    if (stroke.includes('L')) onChange(value + stroke)
    setStroke('')
  }

  return (
    <div>
      <p className="text-sm font-medium">
        手写签名<span className="font-normal text-muted">（选填，用手指或鼠标写在框内）</span>
      </p>
      <svg
        ref={box}
        viewBox={VIEW_BOX}
        role="img"
        aria-label={value === '' ? '手写签名，还没有写' : '手写签名'}
        className="mt-1.5 block w-full max-w-120 touch-none rounded-lg border border-control bg-sunken"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <DrawnPath path={value + stroke} />
      </svg>
      {value !== '' && (
        <Button variant="outline" className="mt-2 px-3 text-sm" onClick={() => onChange('')}>
          <Eraser className="size-4" aria-hidden />
          清除
        </Button>
      )}
    </div>
  )
}

const clamp = (value: number, max: number): number => Math.round(Math.min(Math.max(value, 0), max))

const DrawnPath = ({ path }: { path: string }) => (
  <path d={path} fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" strokeLinejoin="round" />
)

/** A drawn signature. */
export const DrawnSignature = ({ path, name }: { path: string; name: string }) => (
  <svg viewBox={VIEW_BOX} role="img" aria-label={`${name}的手写签名`} className="h-14 w-auto max-w-full">
    <DrawnPath path={path} />
  </svg>
)
