import { Button, Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

/** The side of the cropped picture in pixels: twice the largest size that the site shows. */
const SIDE_PX = 512

type CropDialogProps = {
  file: File
  /** The noun for the picture: 头像, Logo. */
  noun: string
  isRound: boolean
  onCancel: () => void
  onCropped: (image: Blob) => void
  /** Called if the browser can't decode the file. */
  onUnreadable: () => void
  /** Absent if the picture must be cropped. */
  onUseOriginal: (() => void) | undefined
}

/** Dialog to crop a picture to a square. Loaded on demand. */
export function CropDialog({ file, noun, isRound, onCancel, onCropped, onUnreadable, onUseOriginal }: CropDialogProps) {
  useReturnFocus()
  const [imageUrl, setImageUrl] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setImageUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])

  const applyCrop = useExclusive(async () => {
    if (!area) return
    setIsBusy(true)
    const image = await cropImage(file, area).catch(() => null)
    if (image) onCropped(image)
    else onUnreadable()
  })

  return (
    <Modal
      open
      title={`裁剪${noun}`}
      width={480}
      mask={{ closable: false }}
      onCancel={onCancel}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>取消</Button>
          {onUseOriginal && (
            <Button onClick={onUseOriginal} {...getUnavailableProps(isBusy)}>
              不裁剪，直接上传
            </Button>
          )}
          <Button type="primary" onClick={() => void applyCrop()} {...getUnavailableProps(!area || isBusy)}>
            {isBusy ? '正在处理……' : '裁剪并上传'}
          </Button>
        </div>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-lg bg-sunken">
        {imageUrl && (
          <Cropper
            image={imageUrl}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape={isRound ? 'round' : 'rect'}
            mediaProps={{ onError: onUnreadable }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <ZoomSlider value={zoom} onChange={setZoom} />
    </Modal>
  )
}

const ZoomSlider = ({ value, onChange }: { value: number; onChange: (zoom: number) => void }) => (
  <>
    <p className="pt-3 text-sm text-muted" id="crop-zoom">
      缩放
    </p>
    <Slider
      min={1}
      max={3}
      step={0.05}
      value={value}
      onChange={onChange}
      // Without a tooltip, which would cover the label; the effect is visible in the picture.
      tooltip={{ formatter: null }}
      ariaLabelledByForHandle="crop-zoom"
    />
  </>
)

async function cropImage(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const image = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(SIDE_PX, SIDE_PX)
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, SIDE_PX, SIDE_PX)
  image.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
