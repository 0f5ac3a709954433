/** Ant Design's declarations say CommonJS here, if the bundler finds the locale as the default export itself. */
declare module 'antd/locale/zh_CN.js' {
  const locale: import('antd/es/locale/index.js').Locale

  // biome-ignore lint/style/noDefaultExport: it describes a default export that is not ours.
  export { locale as default }
}
