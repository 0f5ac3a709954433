export const MEDIA_MESSAGES = {
  listFailed: '获取媒体库失败，请稍后重试',
  usesFailed: '获取使用之处失败，请稍后重试',
  notFound: '这个文件不存在或已删除',
  unknownKind: '没有这种文件',
  url: '缺少文件的地址',
  altTextSaved: '图片说明已保存',
  saveFailed: '保存失败，请重试',
  isUsed: '这个文件正在使用，或历史版本、草稿中有它，不能删除',
  isRecent: '一天内上传的文件可能正在别人的编辑器中，过一天再删除',
  removed: '文件已删除',
  removeFailed: '删除失败，请重试',
  uploaded: '图片已上传到媒体库',
} as const
