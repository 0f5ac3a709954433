/** The purposes that bind what is sealed to its place: an answer can't be moved to another vendor or question. */
export const getAnswerPurpose = (invitationId: string, question: string) => `answer:${invitationId}:${question}`
export const getSubmissionPurpose = (invitationId: string) => `submission:${invitationId}`
export const getFilePurpose = (fileId: string) => `file:${fileId}`
export const getFileDetailsPurpose = (fileId: string) => `file-details:${fileId}`
