/** Says who vouches for a report: its signature only proves that it is unchanged. */
export const describeReportOrigin = (ownerName: string, isPublished: boolean): string =>
  isPublished
    ? '评分与证据经平台审核，已作为平台评估发布。'
    : `由“${ownerName}”发起的评估项目，评分与证据由项目的评委填写，未经平台审核。`
