import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { App, Modal } from 'antd'
import { useState } from 'react'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { MEDIA_KIND_LABELS, type MediaFile, type MediaKind } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { queryOf } from '../calls/query-of.ts'
import { ChoiceTabs } from '../components/choice-tabs.tsx'
import { useReturnFocus } from '../components/use-return-focus.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { SearchFilter } from '../lists/search-filter.tsx'
import type { ChosenPicture } from './choose-media-button.tsx'
import { MediaGrid } from './media-grid.tsx'

type MediaPickerProps = {
  /** The kinds that fit, the most likely one first. */
  kinds: readonly MediaKind[]
  onChoose: (picture: ChosenPicture) => void
  onClose: () => void
}

/** A dialog in which a picture of the media library is chosen. */
export function MediaPicker({ kinds, onChoose, onClose }: MediaPickerProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState(kinds[0] ?? 'picture')
  const [page, goToPage] = useState(1)
  const query = new URLSearchParams({ kind, search, page: String(page) }).toString()
  const filesQuery = useQuery({ ...queryOf(mediaLibraryCalls.list, { query }), placeholderData: keepPreviousData })

  async function choose(file: MediaFile) {
    try {
      onChoose(await withSize(file))
    } catch {
      message.error(ADMIN_MESSAGES.imageBroken)
    }
  }
  function filter(change: () => void) {
    change()
    goToPage(1)
  }

  return (
    <Modal open title="从媒体库选择" footer={null} width={760} onCancel={onClose}>
      {kinds.length > 1 && (
        <ChoiceTabs
          label="种类"
          options={kinds.map((value) => ({ value, label: MEDIA_KIND_LABELS[value] }))}
          value={kind}
          onChange={(value) => filter(() => setKind(value))}
        />
      )}
      <div className="pb-4">
        <SearchFilter label="文件名或说明" value={search} onChange={(text) => filter(() => setSearch(text))} />
      </div>
      <PagedList
        query={filesQuery}
        filters={{ goToPage, isFiltered: search !== '', clear: () => filter(() => setSearch('')) }}
        errorMessage={MEDIA_MESSAGES.listFailed}
        emptyContent={<p>还没有这一种图片，请直接上传。</p>}
        itemName="图片"
        unit="张"
      >
        {(files) => <MediaGrid label="可选的图片" files={files} onOpen={choose} />}
      </PagedList>
    </Modal>
  )
}

/** Returns a picture with its size, which is measured if it isn't known. */
async function withSize({ url, name, altText, width, height }: MediaFile): Promise<ChosenPicture> {
  if (width !== null && height !== null) return { url, name, altText, width, height }
  const image = new Image()
  image.src = url
  await image.decode()
  return { url, name, altText, width: image.naturalWidth, height: image.naturalHeight }
}
