/** The reference page's style: the site's colours and type (web/site/site.css), in one small sheet of its own. */
export const REFERENCE_STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fbfaf7,#121318);--surface:light-dark(#fff,#1a1b21);--ink:light-dark(#1b1c24,#ececf1);--muted:light-dark(#585a68,#a9aab8);--line:light-dark(#e5e1d8,#30323c);--indigo:light-dark(#2a3a8c,#a9b8ff);--ground:light-dark(#eef0fa,#22263e);--code:light-dark(#f4f2ec,#0d0e12)}
*{box-sizing:border-box}
html{font:16px/1.75 "PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;text-autospace:normal;scroll-padding-top:1rem;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink)}
h1,h2,h3,h4{line-height:1.3;font-weight:600;margin:0;text-wrap:balance}
h1{font-size:1.75rem}h2{font-size:1.375rem;margin-top:3rem;padding-top:1.5rem;border-top:1px solid var(--line)}h3{font-size:1.0625rem}h4{font-size:.9375rem;margin:1.25rem 0 .375rem}
p{margin:.5rem 0;max-width:44em}
a{color:var(--indigo);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--indigo);outline-offset:2px;border-radius:4px}
code{font:.875em/1.6 ui-monospace,"SF Mono","Cascadia Mono",Consolas,"Noto Sans Mono CJK SC",monospace}
p code,td code{background:var(--code);border-radius:4px;padding:.0625rem .25rem}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--code);border-radius:8px;white-space:pre-wrap}
.skip{position:absolute;left:-9999px}.skip:focus{left:.5rem;top:.5rem;background:var(--surface);padding:.5rem 1rem}
.shell{max-width:80rem;margin:0 auto;padding:0 1rem}
header.shell{padding-top:2rem}
nav h2{margin:0;padding:0;border:0;font-size:1rem}nav h2{margin-top:1rem;font-size:.875rem;color:var(--muted)}
nav ul{list-style:none;margin:0;padding:0}nav a{display:flex;align-items:center;min-height:44px;padding:.125rem 0;text-decoration:none;font-size:.9375rem;line-height:1.4}nav a:hover{text-decoration:underline}
nav details{border:1px solid var(--line);border-radius:12px;background:var(--surface);padding:0 1rem;margin-top:1.5rem}nav summary{min-height:44px;display:flex;align-items:center;font-weight:600;cursor:pointer}
article{margin-top:1.25rem;padding:1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.call{display:flex;flex-wrap:wrap;gap:.25rem .625rem;align-items:baseline;margin:.375rem 0}
.method{font-weight:600;color:var(--indigo);background:var(--ground);border-radius:6px;padding:.0625rem .5rem}
.muted{color:var(--muted);font-size:.9375rem}
table{width:100%;table-layout:fixed;border-collapse:collapse;font-size:.9375rem;line-height:1.6}
caption{text-align:left;font-weight:600;padding:1.25rem 0 .375rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line)}
thead th{width:36%}thead th:nth-child(2):not(:last-child){width:24%}thead th:last-child{width:auto}
thead th{font-weight:400;color:var(--muted);font-size:.875rem;border-top:0}
tbody th{font-weight:400}
@media (width<48rem){article{padding:1rem}thead{position:absolute;left:-9999px}tr,tbody th,tbody td,tbody,table,caption{display:block}tbody tr{border-top:1px solid var(--line);padding:.5rem 0}tbody th,tbody td{border:0;padding:0}}
nav summary::after{content:'展开';margin-left:auto;font-weight:400;color:var(--indigo)}nav [open] summary::after{content:'收起'}
@media (width>=64rem){nav summary::after{content:none!important}.shell{padding:0 2rem}.columns{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:3rem;align-items:start}nav{position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:1.5rem 0}nav details{border:0;background:none;padding:0;margin:0}nav details::details-content{content-visibility:visible;block-size:auto}nav a{min-height:32px}main>h2:first-child,main>section:first-child>h2{margin-top:1.5rem}}
footer{margin:4rem 0 3rem;padding-top:1.5rem;border-top:1px solid var(--line)}
@media print{nav,.skip{display:none}article{break-inside:avoid}}
`
