import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { type FinishedUpload, type UploadBatch, type Uploads, useUploads } from '../../components/use-uploads.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'

type FieldUploadBatch<Result> = Omit<UploadBatch<Result>, 'onFinished'> & {
  /** `path` is the field's path now, since list items may have been moved during the upload. */
  onFinished: (uploads: readonly FinishedUpload<Result>[], path: string) => void
}

type FieldUploads = Omit<Uploads, 'upload'> & { upload: <Result>(batch: FieldUploadBatch<Result>) => void }

/**
 * Uploads files for the field at a path of the edited document. Says so if the files can't be added because the field's
 * list item was removed or the document replaced during the upload.
 */
export function useFieldUploads(path: string): FieldUploads {
  const { store } = useEditor()
  const uploads = useUploads(useEditorState(({ loaded }) => loaded.version))
  return {
    ...uploads,
    upload({ files, uploadFile, onFinished }) {
      const target = store.followPath(path)
      uploads.upload({
        files,
        uploadFile,
        onFinished(finished) {
          const currentPath = target.getPath()
          target.stop()
          if (currentPath === undefined)
            uploads.addError(ADMIN_MESSAGES.uploadTargetGone(files.map(({ name }) => name)))
          else onFinished(finished, currentPath)
        },
      })
    },
  }
}
