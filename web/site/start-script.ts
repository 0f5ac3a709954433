/**
 * What the inline script of a page records for the site's script. A page works before hydration: its links, forms and
 * menus are plain HTML. So the site's script starts after the first paint, or on the visitor's first interaction.
 */
export type EarlyInteraction = {
  /** The parts that React has hydrated. */
  hydrated: { frame: boolean; page: boolean }
  /** Clicks on buttons without native behaviour, and keys outside fields, in parts that weren't hydrated yet. */
  presses: { element: Element; key?: string }[]
  /** Resolves when the visitor points, touches, types or scrolls, or after `READING_MS`. */
  interest: Promise<void>
}

declare global {
  var zhijianEarly: EarlyInteraction | undefined
}

/** From the `load` event to hydration without any interaction: the visitor may press something soon. */
const READING_MS = 2_500
/**
 * From the first frame with the full page to loading the script. A frame reaches the screen some time after it was
 * started, on a slow device several frames later, and nothing should be fetched or run before that.
 */
const PAINTING_MS = 200

/** Runs at the end of the body. Its hash is in the CSP, so values that differ by page are in data attributes. */
export const START_SCRIPT = `(()=>{
const {dataset}=document.getElementById('state'),hydrated={frame:false,page:false},presses=[];
const signs=['pointerover','pointerdown','touchstart','focusin','keydown','input','scroll'];
let isBegun=false,resolve;
const isHydrated=element=>hydrated[element.closest('main')?'page':'frame'];
const interest=new Promise(done=>{resolve=done});
window.zhijianEarly={hydrated,presses,interest};
const preload=files=>{for(const href of files.split(' ').filter(Boolean)){
const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}};
const begin=()=>{
if(isBegun)return;
isBegun=true;
preload(dataset.files);
import(dataset.script)};
const onSign=()=>{for(const sign of signs)removeEventListener(sign,onSign,true);resolve();begin();preload(dataset.pageFiles)};
for(const sign of signs)addEventListener(sign,onSign,{capture:true,passive:true});
addEventListener('click',({target})=>{
const button=target.closest('button[type=button]:not([popovertarget])');
if(button&&!isHydrated(button))presses.push({element:button})},true);
addEventListener('keydown',({target:element,key})=>{
if(/^(Arrow|Home|End|Escape)/.test(key)&&!element.closest('input,textarea,select')&&!isHydrated(element))presses.push({element,key})},true);
addEventListener('load',()=>setTimeout(onSign,${READING_MS}));
requestAnimationFrame(()=>setTimeout(begin,${PAINTING_MS}))
})()`
