const YUAN = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats an amount in yuan: `1,234.50元`; `—` if there is none. */
export const formatYuan = (amount: number | null): string => (amount === null ? '—' : `${YUAN.format(amount)}元`)
