/**
 * What a page's inline script leaves to the site's script. A page is read and followed without that: its links, forms
 * and menus work as the server has drawn them, so it begins when the page is painted, or at the first sign of interest.
 */
export type EarlyVisit = {
  /** The parts that React has taken over. */
  live: { frame: boolean; page: boolean }
  /** What was pressed before its part was live, and only a script answers: a button, or a key on what isn't a field. */
  presses: { element: Element; key?: string }[]
  /** Resolves when somebody points, touches, types or scrolls, or has been reading for a while. */
  interest: Promise<void>
}

declare global {
  var zhijianEarly: EarlyVisit | undefined
}

/** After so long whoever reads may well press something: the rest has come by then, and disturbs nothing. */
const READING_MS = 2_500
/**
 * From the first frame with the whole page to the script. A frame is on the screen some time after it was begun, on a slow
 * device several others later, and nothing should be fetched or run in between.
 */
const PAINTING_MS = 200

/** Runs at the end of the body; its hash is in the content policy. What differs by page stands in its element's data. */
export const START_SCRIPT = `(()=>{
const {dataset}=document.getElementById('state'),live={frame:false,page:false},presses=[];
const signs=['pointerover','pointerdown','touchstart','focusin','keydown','input','scroll'];
let isBegun=false,resolve;
const isLive=element=>live[element.closest('main')?'page':'frame'];
const interest=new Promise(done=>{resolve=done});
window.zhijianEarly={live,presses,interest};
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
if(button&&!isLive(button))presses.push({element:button})},true);
addEventListener('keydown',({target:element,key})=>{
if(/^(Arrow|Home|End|Escape)/.test(key)&&!element.closest('input,textarea,select')&&!isLive(element))presses.push({element,key})},true);
addEventListener('load',()=>setTimeout(onSign,${READING_MS}));
requestAnimationFrame(()=>setTimeout(begin,${PAINTING_MS}))
})()`
