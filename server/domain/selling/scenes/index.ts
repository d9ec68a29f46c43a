/** What events tell of, made to happen in the test environment: by the verbs that do it in earnest, on records of the sandbox. */

export { playScene, SCENES } from "./play-scene.ts";
