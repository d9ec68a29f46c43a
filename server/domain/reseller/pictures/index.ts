/** Pictures that resellers upload: decoded and made anew by a program of their own, and kept under the hash of what was made. */

export { addPicture } from "./add-picture.ts";
export { findPicture, findPictureSize, findPictureSizes, type PictureSize, type SizedPicture } from "./find-picture.ts";
export { claimPicture, purgePictures } from "./keep-pictures.ts";
export { hashOfPath } from "./picture-path.ts";
export { pictureType } from "./picture-type.ts";
