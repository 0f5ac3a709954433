import { Button, Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'

/** The side of the cropped picture in pixels: twice the largest size that the site shows. */
const SIDE = 512

type CropDialogProps = {
  file: File
  /** The name of the picture: 头像, Logo. */
  noun: string
  isRound: boolean
  onCancel: () => void
  onCropped: (image: Blob) => void
  /** The file is no picture that the browser can draw. */
  onUnreadable: () => void
  /** Offers to take the picture as it is, if a square is advised and not needed. */
  onUseOriginal?: () => void
}

/** Cuts a square out of a picture. Loaded when it is needed. */
export function CropDialog({ file, noun, isRound, onCancel, onCropped, onUnreadable, onUseOriginal }: CropDialogProps) {
  const [address, setAddress] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])

  async function applyCrop() {
    if (!area) return
    setBusy(true)
    const image = await cropImage(file, area).catch(() => null)
    if (image) onCropped(image)
    else onUnreadable()
  }

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
            <Button disabled={isBusy} onClick={onUseOriginal}>
              不裁剪，直接上传
            </Button>
          )}
          <Button type="primary" disabled={!area || isBusy} onClick={() => void applyCrop()}>
            {isBusy ? '正在处理...' : '裁剪并上传'}
          </Button>
        </div>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-lg bg-sunken">
        {address && (
          <Cropper
            image={address}
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
      <p className="pt-3 text-sm text-muted" id="crop-zoom">
        缩放
      </p>
      <Slider
        min={1}
        max={3}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        // What it does is seen in the picture; a tip would lie over its name.
        tooltip={{ formatter: null }}
        ariaLabelledByForHandle="crop-zoom"
      />
    </Modal>
  )
}

async function cropImage(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const image = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE)
  image.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
