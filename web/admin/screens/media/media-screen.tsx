import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { MEDIA_KIND_LABELS, MEDIA_KINDS, type MediaFile } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError, IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileInput } from '../../components/file-input.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { UploadList } from '../../components/upload-list.tsx'
import { useUploads } from '../../components/use-uploads.ts'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { MediaGrid } from '../../media/media-grid.tsx'
import { useCan } from '../../session/session.ts'
import { MediaDrawer } from './media-drawer.tsx'

const { title: TITLE, filters: FILTERS } = ADMIN_SCREENS.media
const KIND_OPTIONS = MEDIA_KINDS.map((kind) => ({ value: kind, label: MEDIA_KIND_LABELS[kind] }))

/** Uploads pictures to the library. */
function useLibraryUploads(onUploaded: () => void) {
  const { message } = App.useApp()
  const uploads = useUploads(0)
  function add(files: readonly File[]) {
    uploads.clearErrors()
    const validFiles: File[] = []
    for (const file of files) {
      const error = findImageError(file, 'image')
      if (error) uploads.addError(`${file.name}：${error}`)
      else validFiles.push(file)
    }
    uploads.upload({
      files: validFiles,
      uploadFile: (options) => upload(uploadCalls.uploadPicture, { query: { purpose: 'library' }, ...options }),
      onFinished(finished) {
        for (const item of finished) if ('error' in item) uploads.addError(`${item.file.name}：${item.error.message}`)
        if (!finished.some((item) => 'result' in item)) return
        message.success(MEDIA_MESSAGES.uploaded)
        onUploaded()
      },
    })
  }
  return { uploads, add }
}

/** The media library: the files that staff have uploaded for public pages, where they are used, and what isn't. */
export function MediaScreen() {
  const client = useQueryClient()
  const canWrite = useCan('uploads:write')
  const filters = useFilters(FILTERS)
  const fileInput = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<MediaFile>()
  const filesQuery = useQuery({
    ...queryOf(mediaLibraryCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const reload = () => invalidate(client, mediaLibraryCalls.list)
  const { uploads, add } = useLibraryUploads(reload)
  return (
    <ScreenContent>
      <ScreenHeader
        title={TITLE}
        description="为公开页面上传的图片与附件。在这里上传的图片会一直保留；在编辑器中上传而没有用上的，一天后自动清理。"
        actions={
          canWrite && (
            <Button
              type="primary"
              icon={<Upload className="size-4" aria-hidden />}
              onClick={() => fileInput.current?.click()}
            >
              上传图片
            </Button>
          )
        }
      />
      <FileInput ref={fileInput} label="选择要上传的图片" accept={IMAGE_ACCEPT} isMultiple onSelect={add} />
      <UploadList uploads={uploads} />
      <FilterBar
        label="筛选文件"
        activeCount={filters.countSet(['kind', 'unused'])}
        search={<SearchFilter label="文件名或说明" {...filters.getFieldProps('search')} />}
      >
        <SelectFilter label="种类" options={KIND_OPTIONS} {...filters.getFieldProps('kind')} />
        <SelectFilter
          label="使用"
          options={[{ value: 'true', label: '未使用' }]}
          {...filters.getFieldProps('unused')}
        />
      </FilterBar>
      <PagedList
        query={filesQuery}
        filters={filters}
        errorMessage={MEDIA_MESSAGES.listFailed}
        emptyContent={<p>还没有文件。上传的图片与附件都会列在这里。</p>}
        itemName="文件"
        unit="个"
      >
        {(files) => <MediaGrid label="文件" files={files} onOpen={setOpened} />}
      </PagedList>
      {opened && <MediaDrawer key={opened.url} file={opened} onChanged={reload} onClose={() => setOpened(undefined)} />}
    </ScreenContent>
  )
}
