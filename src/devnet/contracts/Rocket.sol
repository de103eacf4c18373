// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data) external returns (bytes4);
}

/// @title Rocket: an ERC-721 whose tokens have a level, for the devnet. Its deployer mints tokens and sets their levels.
/// @dev Written out, because OpenZeppelin's ERC-721 needs a newer EVM than the contracts here are compiled for.
contract Rocket {
    string public constant name = "Rocket";
    string public constant symbol = "ROCKET";
    uint16 public constant MAX_LEVEL = 1_000;
    address public immutable deployer = msg.sender;
    uint256 public count;
    mapping(address => uint256) private _balances;
    mapping(uint256 => address) private _owners;
    mapping(uint256 => uint16) private _levels;
    mapping(uint256 => address) private _approved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event LevelSet(uint256 indexed tokenId, uint16 level);

    error NotDeployer();
    error NotOwner();
    error NotApproved();
    error NoSuchToken(uint256 tokenId);
    error InvalidReceiver(address to);
    error InvalidLevel(uint16 level);

    modifier onlyDeployer() {
        if (msg.sender != deployer) revert NotDeployer();
        _;
    }

    // ---------------------------------------------------------------- deployer

    /// @return tokenId the number of the new token, from 1
    function mint(address to, uint16 level) external onlyDeployer returns (uint256 tokenId) {
        if (to == address(0)) revert InvalidReceiver(to);
        tokenId = ++count;
        _balances[to] += 1;
        _owners[tokenId] = to;
        emit Transfer(address(0), to, tokenId);
        _setLevel(tokenId, level);
    }

    function setLevel(uint256 tokenId, uint16 level) external onlyDeployer {
        ownerOf(tokenId);
        _setLevel(tokenId, level);
    }

    // ---------------------------------------------------------------- ERC-721

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotApproved();
        _approved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        address owner = ownerOf(tokenId);
        if (owner != from) revert NotOwner();
        if (to == address(0)) revert InvalidReceiver(to);
        if (msg.sender != owner && msg.sender != _approved[tokenId] && !isApprovedForAll[owner][msg.sender]) revert NotApproved();
        delete _approved[tokenId];
        _balances[from] -= 1;
        _balances[to] += 1;
        _owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data);
        if (answer != IERC721Receiver.onERC721Received.selector) revert InvalidReceiver(to);
    }

    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert InvalidReceiver(owner);
        return _balances[owner];
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _owners[tokenId];
        if (owner == address(0)) revert NoSuchToken(tokenId);
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return _approved[tokenId];
    }

    /// @dev ERC-165 and ERC-721.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    // ---------------------------------------------------------------- levels

    function levelOf(uint256 tokenId) external view returns (uint16) {
        ownerOf(tokenId);
        return _levels[tokenId];
    }

    function _setLevel(uint256 tokenId, uint16 level) private {
        if (level == 0 || level > MAX_LEVEL) revert InvalidLevel(level);
        _levels[tokenId] = level;
        emit LevelSet(tokenId, level);
    }
}
