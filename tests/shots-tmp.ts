import { readFileSync, mkdirSync } from "node:fs";
import { launchBrowser, open, accessibilityFaults } from "/work/wt/pages1/tests/support/browser.ts";
const demo = JSON.parse(readFileSync("/tmp/pages1/data/demo.json","utf8"));
const url = "http://localhost:33100";
const [only] = process.argv.slice(2);
mkdirSync("/tmp/pages1/shots",{recursive:true});
const call = async (key: string, method: string, path: string, body?: object) => (await (await fetch(`${url}/api/v1${path}`, {method, headers:{authorization:`Bearer ${key}`,...(body&&{"content-type":"application/json","idempotency-key":crypto.randomUUID()})}, body: body&&JSON.stringify(body)})).json());
const sleep=(ms:number)=>new Promise(r=>setTimeout(r,ms));
let live, test1;
const list = await call(demo.liveKey,"GET","/orders?limit=5");
if (list.data.items.length===0) {
  const pk = await call(demo.testKey,"GET","/packages?limit=40");
  const items = pk.data.items;
  await call(demo.testKey,"POST","/webhooks",{url:"https://shop.example.com/hooks/esim",events:["*"]});
  await call(demo.liveKey,"POST","/webhooks",{url:"https://shop.example.com/hooks/esim",events:["*"]});
  for (let i=0;i<6;i++) await call(demo.testKey,"POST","/orders",{package_id:items[i*3].package_id,quantity:1+i%3,client_reference:`shop-${4711+i}`});
  for (let i=0;i<4;i++) console.log((await call(demo.liveKey,"POST","/orders",{package_id:items[i*5].package_id,quantity:1+i,client_reference:`shop-${4711+i}`})).data?.reference);
  await sleep(8000);
}
const lo=(await call(demo.liveKey,"GET","/orders?limit=5")).data.items, to=(await call(demo.testKey,"GET","/orders?limit=5")).data.items;
console.log(lo.map((o:any)=>o.reference+" "+o.status), to.map((o:any)=>o.reference));
const browser=await launchBrowser();
const paths: Record<string,string> = {
  orders:`/live/orders`, orderstest:`/test/orders`, new:`/test/orders/new`, newq:`/live/orders/new?package=${(await call(demo.testKey,"GET","/packages?limit=1")).data.items[0].package_id}&quantity=3`,
  order:`/live/orders/${lo[0].reference}`, ordertest:`/test/orders/${to[0].reference}`, webhooks:`/live/orders/${lo[0].reference}?tab=webhooks`, json:`/live/orders/${lo[0].reference}?tab=json`,
  esims:`/live/esims`, esimstest:`/test/esims`, esim:`/test/esims/${to[0].iccid}`, esimlive:`/live/esims/${lo[0].iccid}`, missing:"/live/orders/B2B-99999", 
};
for (const theme of ["light","dark"] as const) for (const [size,viewport] of Object.entries({wide:{width:1440,height:900},phone:{width:390,height:844}})) {
  const context=await browser.newContext({viewport,colorScheme:theme});
  const {page,faults}=await open(context,`${url}/sign-in?to=/live/orders`);
  await page.getByLabel("E-mail").fill(demo.login.email); await page.getByLabel("Password",{exact:true}).fill(demo.login.password);
  await page.getByRole("button",{name:"Sign in",exact:true}).click(); await page.waitForURL(/live\/orders/); 
  for (const [name,path] of Object.entries(paths)) {
    if (only && !only.split(",").includes(name)) continue;
    faults.length=0;
    await page.goto(url+path,{waitUntil:"networkidle"});
    await page.screenshot({path:`/tmp/pages1/shots/${name}-${size}-${theme}.png`,fullPage:true});
    const ax=await accessibilityFaults(page);
    const wide=await page.evaluate(()=>document.documentElement.scrollWidth-window.innerWidth);
    if(ax.length||faults.length||wide>0) console.log(name,size,theme,ax,faults,wide);
  }
  await context.close();
}
await browser.close();
