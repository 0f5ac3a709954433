import { App } from 'antd'
import type { ComponentProps } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { ChooseMediaButton, type ChosenPicture } from './choose-media-button.tsx'

type ChooseFileButtonProps = Omit<ComponentProps<typeof ChooseMediaButton>, 'onChoose'> & {
  onChoose: (file: File) => void
}

/** The button that opens the media library where a picture is uploaded to a place of its own, such as the site's logo. */
export function ChooseFileButton({ onChoose, ...props }: ChooseFileButtonProps) {
  const { message } = App.useApp()
  const choose = useExclusive(async (picture: ChosenPicture) => {
    try {
      onChoose(await loadFile(picture))
    } catch {
      message.error(ADMIN_MESSAGES.imageBroken)
    }
  })
  return <ChooseMediaButton {...props} onChoose={(picture) => void choose(picture)} />
}

/** Returns a picture of the library as a file. Throws if it can't be loaded. */
async function loadFile({ url, name }: ChosenPicture): Promise<File> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  const bytes = await reply.blob()
  return new File([bytes], name, { type: bytes.type })
}
